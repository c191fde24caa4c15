import type { Kysely } from 'kysely'
import type { OfficeAnswer, OfficeSettings } from '#contract/office/office-settings.ts'
import { newOffice, officeInForce } from '#domain/office/office.ts'
import type { Office } from '#domain/office/office-words.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { hasDemoData } from '../demo/demo-mark.ts'
import { lastKnown, type LastKnown } from '../db/last-known.ts'
import { sealStrokes } from './drawn-seal.ts'
import { readFees } from './read-fees.ts'

/** The current office; `isUnnamed` until a superuser has entered its name. */
export async function readOffice(db: Kysely<Tables>): Promise<Office> {
  const row = await db.selectFrom('office_settings').select(officeKeys).executeTakeFirst()
  return officeOf(officeInForce(row, { isDemo: await hasDemoData(db) }))
}

/** Adds the derived fields. */
export function officeOf(settings: OfficeSettings): Office {
  return { ...settings, seal_strokes: sealStrokes(settings.seal_letters) }
}

/** The office as the site shows it today. */
export async function readOfficeAnswer(db: Kysely<Tables>, now: Date): Promise<OfficeAnswer> {
  return { ...(await readOffice(db)), fees: await readFees(db, now) }
}

/** The cached office for every page sent. */
export function createKnownOffice({ db, now }: { db: Kysely<Tables>; now(): Date }): KnownOffice {
  return lastKnown(() => readOfficeAnswer(db, now()), { now })
}

export type KnownOffice = LastKnown<OfficeAnswer>

/** The columns of the office, version first. */
export const officeKeys = Object.keys(newOffice) as (keyof OfficeSettings)[]
