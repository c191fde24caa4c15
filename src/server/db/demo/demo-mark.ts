import type { Database } from '../client.ts'

/** From now on the office holds demo data. */
export async function markDemo(db: Database): Promise<void> {
  const known = await db.selectFrom('demo_mark').select('since').executeTakeFirst()
  if (!known) await db.insertInto('demo_mark').defaultValues().execute()
}

export async function unmarkDemo(db: Database): Promise<void> {
  await db.deleteFrom('demo_mark').execute()
}

export interface DemoMark {
  /** At most a few seconds old; as last known when the database does not answer, so that no page waits for it. */
  isPresent(): Promise<boolean>
  /** This process has just removed them. */
  forget(): void
}

const knownForMs = 5_000

export function createDemoMark({ db, now }: { db: Database; now(): Date }): DemoMark {
  let known = { isPresent: true, askedAt: -Infinity }
  let asking: Promise<boolean> | undefined
  async function ask(): Promise<boolean> {
    try {
      const row = await db.selectFrom('demo_mark').select('since').executeTakeFirst()
      known = { isPresent: row !== undefined, askedAt: now().getTime() }
    } catch {
      // What concerns the database is said elsewhere; this line at the top of a page is no reason to refuse the page.
    }
    return known.isPresent
  }
  return {
    async isPresent() {
      if (Math.abs(now().getTime() - known.askedAt) < knownForMs) return known.isPresent
      return await (asking ??= ask().finally(() => {
        asking = undefined
      }))
    },
    forget() {
      known = { ...known, askedAt: -Infinity }
    },
  }
}
