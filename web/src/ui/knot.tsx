/** The red thread tied in a knot: the app's mark. */
export function Knot({ className = "size-10" }: { className?: string }) {
  return <img src="/logo.svg" alt="" className={className} />;
}
