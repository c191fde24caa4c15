import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { buttonClass } from '#app/ui/buttons/button-look.ts'

/** A window of a record that is not there. A browser closes only what a page has opened; whoever came by a link goes on to their work. */
export function MissingWindow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="p-8">
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="mt-2 mb-4 text-ink-2">{children}</p>
      {window.opener instanceof Object ? (
        <Button onClick={() => window.close()}>창 닫기</Button>
      ) : (
        <Link to="/staff" className={buttonClass()}>
          오늘로
        </Link>
      )}
    </main>
  )
}
