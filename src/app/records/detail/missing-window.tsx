import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { buttonClass } from '#app/ui/buttons/button-look.ts'

/**
 * Window of a record that doesn't exist. Browsers only let a page close windows that a page has
 * opened, so someone who came by a link gets a way on instead.
 */
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
