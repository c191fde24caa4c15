import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { problem } from '#contract/problem.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'
import {
  buildTrailSignedNames,
  formatSigned,
  type SignedHeader,
  type SignedLink,
  trailSignedPath,
} from '#contract/trail/trail-chain.ts'
import { trailFilterShape } from '#contract/trail/trail.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { getOfficeTitle } from '#domain/office/office-texts.ts'
import type { SealedRow } from '#domain/trail/canonical.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { withoutEmpty } from '#server/trail/write-trail.ts'
import { getHeadsFile, linkColumns, linkTrail, readHead, saveHead, sealedColumns } from '../chain/link-rows.ts'
import { buildTrailCondition, writeQueryTrail } from '../trail-conditions.ts'
import { openTrailKey, type TrailKey } from './trail-key.ts'

/** Route of 서명 내보내기, for superusers. */
export function registerSignedExport(app: App, deps: Deps): void {
  const { db, config } = deps
  app.route({
    method: 'GET',
    url: trailSignedPath,
    schema: {
      tags: ['접속기록'],
      summary: '접속기록 서명 파일',
      querystring: z.object({ ...trailFilterShape, ...exportTermsShape }),
    },
    config: { rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request: FastifyRequest) => void requireSuperuser(request),
    handler: async (request, reply) => {
      const key = openTrailKey(config.trailKeyFile)
      const newest = await writeQueryTrail(db, request, { act: 'export', filters: request.query, isSigned: true })
      await linkTrail(db, { isPatient: true })
      const head = await readHead(db)
      if (!head) throw new HttpProblem(problem('unavailable'))
      saveHead(getHeadsFile(config.dataDir), head)
      const now = deps.now()
      const header = {
        ...({ format: 'ongyeol-office-trail', format_version: 1, how_to_check: howToCheck } as const),
        office: getOfficeTitle(await readOffice(db)),
        exported_at: now.toISOString(),
        exported_by: requireSuperuser(request).name,
        question: pickFilters(request.query),
        head,
        public_key: key.publicPem,
        fingerprint: key.fingerprint,
      }
      // A signed export includes every row, also the repeated copies of a device.
      const condition = await buildTrailCondition(db, request.query, 'each')
      return await reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', buildAttachmentHeader(buildTrailSignedNames(toOfficeDay(now.getTime()))))
        .send(writeSigned(db, { condition, newest, header, key }))
    },
  })
}

/** The query without the reason for the export, which the trail holds. */
function pickFilters({ reason: _reason, masked: _masked, ...filters }: Record<string, unknown>) {
  return withoutEmpty(filters)
}

const howToCheck =
  '마지막 줄 앞까지 모든 바이트의 SHA-256(16진수 소문자)이 마지막 줄의 end.sha256과 같고, "ongyeol-office-trail 1 " 뒤에 그 값을 붙인 글에 대한 signature(Ed25519, base64)가 public_key로 확인되면 이 파일은 서명한 그대로입니다. ' +
  'public_key의 지문(fingerprint)은 사무소의 관리 → 접속기록 화면에 있는 값과 비교합니다. 각 기록의 해시는 JSON 배열 ["row",1,seq,at,user_id,user_name,address,act,collection,record_id,subject,detail]의 SHA-256이며 바로 위 연결(link)의 rows에 있습니다.'

interface SignedExport {
  /** On rows under the alias `r`. */
  readonly condition: RawBuilder<boolean>
  /** Only rows before this one. */
  readonly newest: number
  readonly header: SignedHeader
  readonly key: TrailKey
}

const rowsPerPage = 500

/** Streams the signed file; at most a few hundred rows and one link are in memory. */
function writeSigned(db: Database, options: SignedExport): Readable {
  return Readable.from(writeLines(db, options), { objectMode: false })
}

async function* writeLines(db: Database, { condition, newest, header, key }: SignedExport): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const count = { rows: 0, links: 0 }
  const hashLine = (value: object) => {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text, 'utf8')
    return text
  }
  yield hashLine(header)
  let last = { link: 0, seq: '0' }
  for (;;) {
    const rows = await readRows(db, { condition, newest }, last)
    for (const { link, ...row } of rows) {
      if (link !== last.link) {
        yield hashLine(await readLink(db, link))
        count.links += 1
      }
      yield hashLine(maskNumbers(row))
      count.rows += 1
      last = { link, seq: row.seq }
    }
    if (rows.length < rowsPerPage) break
  }
  const sha256 = hash.digest('hex')
  yield `${JSON.stringify({ end: { ...count, sha256 }, signature: key.sign(formatSigned(sha256)) })}\n`
}

type SignedRow = SealedRow & { readonly link: number }

/** In chain order. */
async function readRows(
  db: Database,
  { condition, newest }: Pick<SignedExport, 'condition' | 'newest'>,
  after: { link: number; seq: string },
): Promise<SignedRow[]> {
  const { rows } = await sql<SignedRow>`
    select k.link, a.seq::text as seq, ${sealedColumns}
    from (select r.seq, k.link from audit r join trail_link_row k on k.seq = r.seq
      where ${condition} and r.seq < ${newest}::bigint and (k.link, k.seq) > (${after.link}::bigint, ${after.seq}::bigint)
      order by k.link, k.seq limit ${rowsPerPage}) k
    join audit a on a.seq = k.seq order by k.link, k.seq`.execute(db)
  return rows
}

async function readLink(db: Database, number: number): Promise<SignedLink> {
  const { rows: links } = await sql<SignedLink['link'] & { form: number }>`
    select ${linkColumns} from trail_link l where l.number = ${number}`.execute(db)
  const { rows } = await sql<{ seq: string; sha256: string }>`
    select seq::text as seq, encode(sha256, 'hex') as sha256 from trail_link_row where link = ${number} order by trail_link_row.seq`.execute(
    db,
  )
  const [storedLink] = links
  if (!storedLink) throw new Error(`the trail has no link ${number}`)
  const { form: _form, ...link } = storedLink
  return { link, rows: rows.map(({ seq, sha256 }) => [seq, sha256]) }
}

/**
 * HAZARD: masks resident numbers wherever somebody typed one; such a row is marked as masked,
 * because its hash no longer matches.
 */
function maskNumbers(row: SealedRow): { row: SealedRow; is_masked?: true } {
  const { user_name, subject, detail } = row
  const masked = {
    ...row,
    user_name: maskResidentNumbers(user_name),
    subject: subject && maskResidentNumbers(subject),
    detail: detail && maskResidentNumbers(detail),
  }
  const isSame = masked.user_name === user_name && masked.subject === subject && masked.detail === detail
  return isSame ? { row } : { row: masked, is_masked: true }
}
