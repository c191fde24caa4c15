import type { Kysely } from 'kysely'
import type { OfficeAnswer, OfficeSettings } from '#contract/office/office-settings.ts'
import { newOffice, officeInForce } from '#domain/office/office.ts'
import type { Office } from '#domain/office/office-words.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import { hasDemoData } from '../demo/demo-mark.ts'
import { lastKnown, type LastKnown } from '../last-known.ts'
import { sealStrokes } from './drawn-seal.ts'
import { readFees } from './read-fees.ts'

/** The office as it is now; without a name (`isUnnamed`) until a superuser has given it its own. */
export async function readOffice(db: Kysely<Tables>): Promise<Office> {
  const row = await db.selectFrom('office_settings').select(officeKeys).executeTakeFirst()
  return officeOf(officeInForce(row, { isDemo: await hasDemoData(db) }))
}

/** With what follows from it. */
export function officeOf(settings: OfficeSettings): Office {
  return { ...settings, seal_strokes: sealStrokes(settings.seal_letters) }
}

/** The office as the site shows it today. */
export async function readOfficeAnswer(db: Kysely<Tables>, now: Date): Promise<OfficeAnswer> {
  return { ...(await readOffice(db)), fees: await readFees(db, now) }
}

/** The office for every page that is sent. */
export function createKnownOffice({ db, now }: { db: Kysely<Tables>; now(): Date }): KnownOffice {
  return lastKnown(() => readOfficeAnswer(db, now()), { now })
}

export type KnownOffice = LastKnown<OfficeAnswer>

/** The columns of the office, its version first. */
export const officeKeys = Object.keys(newOffice) as (keyof OfficeSettings)[]
