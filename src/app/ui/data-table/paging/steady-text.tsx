/**
 * Text that changes while scrolling, in the width of its `widest` form (in bold, in case it is
 * bold). It neither moves its neighbours nor wraps. A bar that grew by a line would shrink the rows
 * and so change the text again, endlessly.
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
