/** The app's mark above the title of a page: a thread tied in a knot. */
import logo from "./logo.svg?no-inline";

interface Props {
  /** The HTTP status on an error page, for a person who reports the error. */
  status?: number;
}

export function Knot({ status }: Props) {
  return (
    <>
      <img src={logo} alt="" className="size-14" />
      {status ? <p className="font-mono text-sm text-muted">{status}</p> : null}
    </>
  );
}
