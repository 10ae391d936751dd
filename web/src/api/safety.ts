/** The calls with which a member blocks or reports another member. */
import { call } from "./client";
import type { components } from "./schema";

export type Block = components["schemas"]["BlockResponse"];
export type ReportCategory = components["schemas"]["ReportCategory"];

export type Acquaintance = { introductionId: string } | { matchId: string };

export async function fetchBlocks(): Promise<Block[]> {
  const { blocks } = await call((client) => client.GET("/blocks"), {
    isSafe: true,
  });
  return blocks;
}

/** Blocks the person. The two members do not see each other again. */
export async function blockPerson(acquaintance: Acquaintance): Promise<void> {
  await call((client) => client.POST("/blocks", { body: acquaintance }));
}

/** Ends a block. The two members stay apart, but later accounts of the two people may meet. */
export async function endBlock(blockId: string): Promise<void> {
  const params = { path: { blockId } };
  await call((client) => client.DELETE("/blocks/{blockId}", { params }));
}

/** Reports the person to the reviewers. The two members do not see each other again. `OTHER` needs a note. */
export async function reportPerson(
  acquaintance: Acquaintance,
  category: ReportCategory,
  note: string,
): Promise<void> {
  const body = { ...acquaintance, category, note };
  await call((client) => client.POST("/reports", { body }));
}
