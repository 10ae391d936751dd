/** placeholder */
import type { Acquaintance } from "../../api/safety";
export async function openReport(_acquaintance: Acquaintance, _name: string): Promise<boolean> {
  return false;
}
