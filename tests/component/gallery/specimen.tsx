import type { ReactNode } from 'react'

/** One component with the name of its state above it. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-label font-semibold text-ink-2">{title}</h3>
      {children}
    </div>
  )
}
