import { generateKeyPairSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { decryptBytes, encryptBytes, UndecryptableFileError } from '#server/keys/encrypted-piece.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** The office's key pair for push services (RFC 8292), both base64url. */
export interface PushKeys {
  /** An uncompressed P-256 point. */
  readonly publicKey: string
  readonly privateKey: string
}

/** Reads the office's keys; the first call of all processes creates them. */
export async function readPushKeys(deps: Pick<Deps, 'db' | 'officeKeys'>): Promise<PushKeys> {
  return (await findPushKeys(deps)) ?? (await createPushKeys(deps))
}

type KeyContext = Pick<Deps, 'officeKeys'> & { readonly db: Kysely<Tables> }

async function findPushKeys({ db, officeKeys }: KeyContext): Promise<PushKeys | null> {
  const row = await db.selectFrom('push_key').select(['public_key', 'cipher']).executeTakeFirst()
  if (!row || row.public_key === '') return null
  try {
    return {
      publicKey: row.public_key,
      privateKey: decryptBytes(officeKeys, location, row.cipher).toString('base64url'),
    }
  } catch (error) {
    // After a restore without the key file. No device depends on the old pair then, because a
    // restore ends all sessions.
    const device = await db.selectFrom('push_subscription').select('id').limit(1).executeTakeFirst()
    if (!(error instanceof UndecryptableFileError) || device) throw error
    return null
  }
}

async function createPushKeys({ db, officeKeys }: Pick<Deps, 'db' | 'officeKeys'>): Promise<PushKeys> {
  return await db.transaction().execute(async (trx) => {
    // Another process that creates them waits here and then finds them.
    await trx
      .insertInto('push_key')
      .values(noKeys)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx.selectFrom('push_key').select('only_row').forUpdate().execute()
    const existing = await findPushKeys({ db: trx, officeKeys })
    if (existing) return existing
    const {
      x = '',
      y = '',
      d = '',
    } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    const [publicX, publicY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const publicKey = Buffer.concat([Buffer.of(4), publicX, publicY]).toString('base64url')
    const cipher = encryptBytes(officeKeys, location, Buffer.from(d, 'base64url'))
    await trx.updateTable('push_key').set({ public_key: publicKey, cipher }).execute()
    return { publicKey, privateKey: d }
  })
}

const location = { id: 'push-key', attempt: 0, seq: 0 }
const noKeys = { public_key: '', cipher: Buffer.alloc(0) }
