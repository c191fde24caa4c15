/**
 * Text that changes while somebody scrolls, in the room of its `widest` form (bold, in case it is drawn so): it neither moves its neighbours nor breaks their
 * line. A bar that grew by a line through its own text would take the rows' height away and so change the text again, without end.
 */
export function SteadyText({ widest, children }: { widest: string; children: string }) {
  return (
    <span
      data-widest={widest}
      className="tabular inline-grid after:invisible after:h-0 after:overflow-hidden after:font-semibold after:whitespace-nowrap after:content-[attr(data-widest)]"
    >
      {children}
    </span>
  )
}
