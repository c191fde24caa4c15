/** Of a plain table that scrolls sideways in a box: its first column, which names the rows, stays in sight. */
export const stickyNames =
  'bg-paper-raised [&_tr>:first-child]:sticky [&_tr>:first-child]:left-0 [&_tr>:first-child]:bg-paper-raised [&_thead_tr>:first-child]:bg-paper-sunk'
