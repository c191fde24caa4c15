import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { problem } from '#contract/problem.ts'
import type { AttachedTable } from '#domain/chat/knowledge.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { identifyCaller } from '#server/plugins/request-limits.ts'
import { startDaily } from '#server/tasks/daily.ts'
import { mapWithPauses } from './to-table.ts'

/**
 * Encrypts a file's contents (AES-256-GCM with the office's newest key), because they may include
 * personal data.
 */
function sealFile(officeKeys: Deps['officeKeys'], { id, owner }: FileLocation, content: Buffer): Buffer {
  const key = officeKeys.newest()
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.cipherKey, nonce).setAAD(buildContext(id, owner))
  return Buffer.concat([Buffer.from(key.id, 'hex'), nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Null when the key is gone or the row was tampered with. */
function openSealedFile(officeKeys: Deps['officeKeys'], { id, owner }: FileLocation, sealed: Buffer): Buffer | null {
  const key = officeKeys.byId(sealed.subarray(0, idBytes).toString('hex'))
  if (!key) return null
  const [nonce, ciphertext] = [
    sealed.subarray(idBytes, idBytes + nonceBytes),
    sealed.subarray(idBytes + nonceBytes, -tagBytes),
  ]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.cipherKey, nonce)
    decipher.setAAD(buildContext(id, owner)).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    return null
  }
}

/**
 * The caller's pseudonyms under every available key, newest first. Keyed, because all possible
 * addresses could be tried against a plain hash.
 */
function pseudonymizeCaller(officeKeys: Deps['officeKeys'], caller: string): readonly string[] {
  return officeKeys
    .all()
    .map(({ blindIndexKey }) =>
      createHmac('sha256', blindIndexKey).update(`owner of a chat file\n${caller}`).digest('hex'),
    )
}

interface FileLocation {
  readonly id: string
  readonly owner: string
}

const idBytes = 8
const nonceBytes = 12
const tagBytes = 16

function buildContext(id: string, owner: string): Buffer {
  return Buffer.from(`chat file\n${id}\n${owner}`)
}

type FileDeps = Pick<Deps, 'db' | 'now' | 'officeKeys'>

/**
 * Stores the contents of a file for a day, encrypted. Only the caller's newest files stay. Returns
 * the id that names it from now on.
 */
export async function saveChatFile(
  { db, now, officeKeys }: FileDeps,
  { owner, table }: { owner: FileOwner; table: AttachedTable },
): Promise<{ id: string; expiresAt: Date }> {
  const text = JSON.stringify(await maskTable(table))
  if (text.length > maxCharacters) throw new HttpProblem(problem('too_large', { message: contentTooLarge }))
  // Random rather than time-based, so that it cannot be guessed from the upload time.
  const id = randomUUID()
  const attachedAt = now()
  const expiresAt = new Date(attachedAt.getTime() + attachmentLifetimeMs)
  const [ownerName = ''] = owner
  const content = sealFile(officeKeys, { id, owner: ownerName }, await pack(text))
  await db
    .insertInto('chat_file')
    .values({
      id,
      owner: ownerName,
      content,
      attached_at: attachedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute()
  const newest = db.selectFrom('chat_file').select('id').where('owner', 'in', owner).orderBy('attached_at', 'desc')
  await db
    .deleteFrom('chat_file')
    .where('owner', 'in', owner)
    .where('id', 'not in', newest.limit(maxFilesPerCaller))
    .execute()
  return { id, expiresAt }
}

/** The file with this id if it is the caller's and not expired; otherwise null. */
export async function openChatFile(
  { db, now, officeKeys }: FileDeps,
  { id, owner }: { id: string; owner: FileOwner },
): Promise<AttachedTable | null> {
  const row = await db
    .selectFrom('chat_file')
    .select(['owner', 'content'])
    .where('id', '=', id)
    .where('owner', 'in', owner)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  const packed = row && openSealedFile(officeKeys, { id, owner: row.owner }, row.content)
  if (!packed) return null
  return attachedTableSchema.parse(JSON.parse((await unpack(packed)).toString('utf8')))
}

/** Masks resident numbers, keeping the birth dates: they may be stored in party records only. */
async function maskTable({ columns, rows, name, totals = 0 }: AttachedTable): Promise<AttachedTable> {
  return {
    totals,
    name: maskResidentNumbers(name),
    columns: columns.map((column) => ({ ...column, name: maskResidentNumbers(column.name) })),
    rows: await mapWithPauses(rows, (row) => row.map(maskCell)),
  }
}

function maskCell(cell: string | number | null): string | number | null {
  if (cell === null) return null
  const masked = maskResidentNumbers(String(cell))
  return masked === String(cell) ? cell : masked
}

/** Names under which a caller's files are stored; new files get the first. */
type FileOwner = readonly string[]

/**
 * The owner of a file: the person, or for visitors their IP address in a form that cannot be
 * reversed.
 */
export function identifyFileOwner(
  request: Pick<FastifyRequest, 'user' | 'ip'>,
  officeKeys: Deps['officeKeys'],
): FileOwner {
  return request.user ? [`person ${request.user.id}`] : pseudonymizeCaller(officeKeys, identifyCaller(request))
}

export async function destroyOldFiles(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_file')
    .where('expires_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes expired files now and every 24 hours; expired files cannot be opened even before. Returns
 * a function that stops it.
 */
export function startFileSweep(log: FastifyBaseLogger, deps: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  return startDaily(log, {
    async run() {
      await destroyOldFiles(deps.db, deps.now())
    },
    onFailure: 'could not delete expired chat files',
  })
}

const attachmentLifetimeMs = dayMs
const maxFilesPerCaller = 10
const maxCharacters = 20 * 1_048_576
const contentTooLarge = '파일의 내용이 너무 많습니다. 여러 파일로 나누어 올려 주세요.'

const pack = promisify<string, Buffer>(gzip)
const unpack = promisify<Buffer, Buffer>(gunzip)

const attachedTableSchema = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.enum(['text', 'number', 'date', 'empty']) })),
  totals: z.int().nonnegative().default(0),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
})
