/** The home page of a member who waits for a reviewer: the status, the waiting time and the next steps. */
import type { ReviewStatus } from "#/core/core";
import { StatusCard } from "#/features/profile/status-card";
import { appealTexts, WaitingFacts } from "#/features/profile/waiting-facts";
import { ownProfile } from "#/member/own-profile";
import { useResource } from "#/member/resource";
import { Drawing } from "#/ui/drawing";
import waitingDrawing from "#/ui/drawings/waiting.svg?no-inline";
import { NextSteps } from "./next-steps";

export function WaitingHome({ status }: { status: ReviewStatus }) {
  const { data } = useResource(ownProfile);
  const waiting = data?.waiting ?? null;
  return (
    <>
      <Drawing src={waitingDrawing} />
      <StatusCard
        status={status}
        texts={appealTexts(waiting, status)}
        reasons={[]}
        action={waiting ? <WaitingFacts waiting={waiting} status={status} /> : null}
      />
      <NextSteps status={status} isTimeKnown={waiting !== null && waiting.usual !== null} />
    </>
  );
}
