import { sql } from 'kysely'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoAddresses } from '#server/addresses/demo.ts'
import { loadDemoUnits } from '#server/real-estate/load-demo-units.ts'
import { servedBooks } from '#server/served-books.ts'
import type { BookRows } from '../people/generated-questions.ts'
import { buildTestApp } from './build-test-app.ts'
import { loadDemoOffice } from './load-demo-office.ts'

/** The chat of staff on a server with the demo office, as of a fixed day: 2026-11-30 in Korea. */
export async function openStaffChat({
  units,
  addresses,
  role = 'staff',
  distDir,
}: {
  units: number
  addresses: number
  role?: 'staff' | 'superuser'
  /** The public pages; without it, there are none. */
  distDir?: string
}) {
  const now = new Date('2026-11-29T15:30:00Z')
  const server = await buildTestApp({
    now: () => now,
    config: { rateLimitPerMinute: 60_000 },
    ...(distDir !== undefined && { distDir }),
  })
  await loadDemoOffice(server, now)
  await loadDemoUnits(server.ownerDb, { now, count: units })
  await loadDemoAddresses(server.ownerDb, { now, count: addresses })
  const staff = await server.signIn(role)
  return {
    ownerDb: server.ownerDb,
    close: server.close,
    /** Answer to the last of these questions, after the others. */
    async ask(...questions: readonly string[]) {
      const messages = questions
        .slice(0, -1)
        .map((content) => ({ role: 'user' as const, content, created_at: '2026-11-30 12:00:00' }))
      const payload = { prompt: questions.at(-1), messages }
      const response = await staff.inject({ method: 'POST', url: chatPaths.ask, payload })
      return chatAnswerSchema.parse(response.json())
    },
    /** All records of all books. */
    async readBooks(): Promise<BookRows> {
      const books = await Promise.all(
        servedBooks.map(async ({ book }) => {
          const { rows } = await sql<
            Record<string, string | number | boolean | null>
          >`select * from ${sql.table(book.table)}`.execute(server.ownerDb)
          return [book.name, rows] as const
        }),
      )
      return Object.fromEntries(books)
    },
  }
}
