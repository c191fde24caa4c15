import { Readable } from 'node:stream'
import { type Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { addressIdsSchema, addressTasks } from '#contract/addresses/address-tasks.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { ExtractChange } from '#domain/registry/compare-extracts.ts'
import { formatOwners, listRegisteredOwners } from '#domain/registry/registered-owners.ts'
import type { Deps } from '#server/deps.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import {
  isSameParcel,
  type IssuedExtract,
  RegistryError,
  type RegistrySource,
} from '#server/registry/registry-source.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { type ItemContext, ItemError, type ItemKind } from '#server/tasks/task-kind.ts'
import type { WriteWithin } from '#server/writes/writable-book.ts'
import { refuseStopped } from './documents/task-item.ts'
import { createExtractArchive, readOrPrintExtract } from './extract-files.ts'
import { compareOwners, completeOwners, saveOwners } from './registered-records.ts'
import {
  createOpenChange,
  type ExtractContext,
  fetchOncePerAddress,
  type IssuingKind,
  lockAddress,
  recordOverlaps,
  type RequestedAddress,
  saveExtract,
  type StoredExtract,
} from './saved-extracts.ts'

type AddressInput = z.output<typeof addressIdsSchema>

interface RegistryContext {
  readonly deps: Pick<Deps, 'officeKeys' | 'newId'>
  readonly source: RegistrySource
  readonly within: WriteWithin
}

/** The tasks 등본 발급, 소유자 정보 갱신 and 등본 다운로드, address by address. */
export function createRegistryKinds(context: RegistryContext): readonly ItemKind<typeof addressIdsSchema>[] {
  return [issueKind(context), refreshKind(context), downloadKind(context)]
}

const addressTask = {
  tag: '부동산 주소',
  collection: 'addresses',
  input: addressIdsSchema,
  policy: requireStaff,
  itemIds: ({ address_ids }: AddressInput) => [...new Set(address_ids)],
} as const

function issueKind(context: RegistryContext): ItemKind<typeof addressIdsSchema, ObtainedExtract> {
  return {
    ...addressTask,
    name: 'address-issue' satisfies IssuingKind,
    onStart: recordOverlaps,
    path: addressTasks.issue.path,
    fetchSource: (item, id) => fetchExtract(context, item, id),
    work: async (item, id, obtained) => formatNote((await saveObtained(context, item, { id, obtained })).saved),
  }
}

function refreshKind(context: RegistryContext): ItemKind<typeof addressIdsSchema, ObtainedExtract> {
  return {
    ...addressTask,
    name: 'address-refresh-owners' satisfies IssuingKind,
    onStart: recordOverlaps,
    path: addressTasks.refreshOwners.path,
    fetchSource: (item, id) => fetchExtract(context, item, id),
    async work(item, id, obtained) {
      const { extractContext, saved } = await saveObtained(context, item, { id, obtained })
      const { trx } = extractContext
      const { extract, numbers } = 'issued' in obtained ? obtained.issued : obtained.shared
      const registered = { extract, ...(numbers && { numbers }) }
      const comparison = await compareOwners(trx, id, extract)
      if (comparison === null) await saveOwners(extractContext, id, registered)
      else if (comparison.isSame) await completeOwners(extractContext, id, registered)
      else if (!(await hasOpenOwnerChange(trx, id))) {
        const afterText = formatOwners(listRegisteredOwners(extract))
        const change = {
          kind: 'owner_changed',
          before_text: formatOwners(comparison.currentOwners),
          after_text: afterText,
        } as const
        await createOpenChange(extractContext, { addressId: id, extractId: saved.id, change })
        return formatNote({ ...saved, changes: [...saved.changes, change] })
      }
      return formatNote(saved)
    },
  }
}

function downloadKind({ deps, source }: RegistryContext): ItemKind<typeof addressIdsSchema> {
  return {
    ...addressTask,
    name: 'address-download',
    path: addressTasks.download.path,
    mediaType: 'application/zip',
    fileNames(requestedAt) {
      const day = toOfficeDay(requestedAt.getTime())
      return { ascii: `registry-extracts-${day}.zip`, korean: `등기부등본 ${day}.zip` }
    },
    async work({ db }, id) {
      await refuseStopped(db, id)
      const newest = await db
        .selectFrom('address_extract')
        .select('id')
        .where('address_id', '=', id)
        .orderBy('issued_at', 'desc')
        .orderBy('inserted_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!newest) throw new ItemError('발급된 등본이 없습니다. 먼저 등본을 발급해 주세요.')
      if ((await readOrPrintExtract(db, { keys: deps.officeKeys, source }, newest.id)) === null)
        throw new ItemError('등본의 PDF 파일이 없습니다. 등본을 다시 발급해 주세요.')
    },
    finish: ({ db, signal }, ids) =>
      Readable.from(createExtractArchive(db, deps.officeKeys, { ids, signal }), { objectMode: false }),
  }
}

/** What the source returned or an overlapping task had bought, for which address, and the user. */
type ObtainedExtract = { readonly request: RequestedAddress; readonly userName: string } & IssuedOrShared
type IssuedOrShared =
  | { readonly issued: IssuedExtract }
  | { readonly shared: StoredExtract & { readonly numbers?: undefined } }

async function fetchExtract(
  { source }: RegistryContext,
  item: ItemContext<AddressInput>,
  id: string,
): Promise<ObtainedExtract> {
  const { db, userId } = item
  const address = await db
    .selectFrom('address')
    .select(['num', 'jibun'])
    .select((eb) => eb.selectFrom('app_user').select('nickname').where('id', '=', userId).as('userName'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!address) throw new ItemError('삭제된 주소입니다.')
  await refuseStopped(db, id)
  const { userName, ...request } = address
  const obtained: IssuedOrShared = await fetchOncePerAddress(item, id, {
    isFitting: ({ extract }) => isSameParcel(request, extract),
    requestExtract: (signal) => rethrowAsItemError(() => source.issueExtract({ ...request, signal })),
  })
  return { request, userName: userName ?? '', ...obtained }
}

async function saveObtained(
  { deps, source, within }: RegistryContext,
  item: ItemContext<AddressInput>,
  { id, obtained }: { id: string; obtained: ObtainedExtract },
): Promise<{ extractContext: ExtractContext; saved: SavedExtract }> {
  const { request: parcel, userName } = obtained
  const trx = requireTransaction(item.db)
  const address = await lockAddress(trx, id)
  if (!address) throw new ItemError('삭제된 주소입니다.')
  if (address.num !== parcel.num || address.jibun !== parcel.jibun)
    throw new ItemError('등본을 받는 동안 고유번호나 지번이 바뀌었습니다. 다시 발급해 주세요.', { isTransient: true })
  const writer = { userId: item.userId, userName, ipAddress: null }
  const extractContext: ExtractContext = { trx, within, keys: deps.officeKeys, newId: deps.newId, writer }
  if ('shared' in obtained) return { extractContext, saved: { id: obtained.shared.id, changes: [], isShared: true } }
  const { issued } = obtained
  const saved = await rethrowAsItemError(() => saveExtract(extractContext, id, { source: source.name, issued }))
  return { extractContext, saved: { id: saved.id, changes: saved.changes, isShared: false } }
}

interface SavedExtract {
  readonly id: string
  readonly changes: readonly ExtractChange[]
  /** Another task bought it and has recorded its changes. */
  readonly isShared: boolean
}

/** The transaction that marks the item as done. */
function requireTransaction(db: Kysely<Tables>): Transaction<Tables> {
  if (db instanceof Transaction) return db
  throw new Error('an extract must be stored within a transaction')
}

async function rethrowAsItemError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    throw new ItemError(error.message, { isTransient: error.isTransient, cause: error })
  }
}

async function hasOpenOwnerChange(trx: Transaction<Tables>, addressId: string): Promise<boolean> {
  const openChange = await trx
    .selectFrom('address_change')
    .select('id')
    .where('address_id', '=', addressId)
    .where('change_kind', '=', 'owner_changed')
    .where('decision', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return openChange !== undefined
}

function formatNote({ changes, isShared }: SavedExtract): { note?: string } {
  const notes = [isShared && sharedNote, changes.length > 0 && `변동 ${changes.length}건`].filter(
    (note) => note !== false,
  )
  return notes.length === 0 ? {} : { note: notes.join(' ') }
}

const sharedNote = '함께 진행된 작업이 발급한 등본을 사용하고 다시 발급하지 않았습니다.'
