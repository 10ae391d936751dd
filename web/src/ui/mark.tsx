/** The mark above a page that is none, with its HTTP status for whoever reports it. */
import { Knot } from "./knot";

export function Mark({ status }: { status: number }) {
  return (
    <>
      <Knot className="size-14" />
      <p className="font-mono text-sm text-muted">{status}</p>
    </>
  );
}
