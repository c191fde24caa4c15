/**
 * For the first cell of each row in a table that scrolls sideways, so the row's name stays visible.
 */
export const stickyName = 'sticky left-0 bg-paper-raised'
/** The same for the header row. */
export const stickyHead = 'sticky left-0 bg-paper-sunk'
