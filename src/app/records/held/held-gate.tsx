import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bookAt } from './book-at.ts'
import { UnheldPanel } from './unheld-panel.tsx'
import { useHeldCollections } from './use-held.ts'

/** The one place where a screen gives way: of a book that this device does not hold it would show nothing, and call what a link leads to not found. */
export function HeldGate({ children }: { children: ReactNode }) {
  const book = useLocation({ select: ({ pathname, search }) => bookAt(pathname, search) })
  const held = useHeldCollections()
  return book === null || held.has(book) ? children : <UnheldPanel key={book} collection={book} />
}
