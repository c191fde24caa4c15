/** Of the first cell in each row of a plain table that scrolls sideways in a box: what names the row stays in sight. */
export const stickyName = 'sticky left-0 bg-paper-raised'
/** The same in its head. */
export const stickyHead = 'sticky left-0 bg-paper-sunk'
