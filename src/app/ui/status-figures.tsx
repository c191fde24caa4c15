import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const slotId = 'status-figures'

/** Where the frame shows the figures of the screen in front: the right end of the status line. */
export function StatusFiguresSlot() {
  return <div id={slotId} className="tabular flex items-center gap-3 whitespace-nowrap" />
}

/** A screen draws its figures (rows, selection, sums) into the frame's status line; without a frame it draws nothing. */
export function StatusFigures({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(slotId)), [])
  return slot ? createPortal(children, slot) : null
}
