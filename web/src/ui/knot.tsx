/** The app's mark, a red thread tied in a knot, as it stands above the title of a page. */
import logo from "./logo.svg?no-inline";

interface Props {
  /** The HTTP status of an error page, for the person who reports it. */
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
