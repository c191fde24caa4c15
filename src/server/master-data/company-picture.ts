import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { companyImageLimits, companyPicturePath } from '#contract/master-data.ts'
import { problem } from '#contract/problem.ts'
import type { Database } from '../db/client.ts'
import type { App, Deps } from '../deps.ts'
import { judgePicture } from '../documents/pictures/judge-picture.ts'
import { Refusal } from '../plugins/refusal.ts'

/**
 * Keeps an uploaded picture in the database, so that a backup holds it, and answers the path it is served at. Throws a refusal for what is no picture. The row
 * is there before the company names it.
 */
export async function storeCompanyPicture(db: Database, companyId: string, file: Uint8Array): Promise<string> {
  const judged = judgePicture(file, { maxSide: companyImageLimits.maxSide, field: 'img' })
  if ('refused' in judged) throw new Refusal(judged.refused)
  const { mediaType, bytes } = judged
  const id = createHash('sha256').update(companyId).update(bytes).digest('hex')
  await sql`
    insert into company_picture (id, media_type, bytes) values (${id}, ${mediaType}, ${bytes})
    on conflict (id) do update set inserted_at = now()
  `.execute(db)
  await sweepPictures(db)
  return `${companyPicturePath}${id}`
}

/** The picture a deleted company had, for when it is made again; undefined when there is none (any more). The same for every attempt of one and the same create. */
export async function pictureOfDeleted(db: Database, companyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ img: string }>`
    select deleted.img from (
      select fields->'img'->>'old' as img from change
      where collection = 'companies' and record_id = ${companyId} and kind = 'delete' order by version desc limit 1
    ) deleted
    where exists (select 1 from company_picture p where deleted.img = ${companyPicturePath} || p.id)
  `.execute(db)
  return rows[0]?.img
}

/** A picture stays a day after its upload, for the company that is about to name it, and a month after a company has dropped it, for whoever takes that back. */
async function sweepPictures(db: Database): Promise<void> {
  await sql`
    delete from company_picture p where inserted_at < now() - interval '1 day'
      and not exists (select 1 from company c where c.img = ${companyPicturePath} || p.id)
      and not exists (
        select 1 from change where collection = 'companies' and at > now() - interval '30 days'
          and fields->'img'->>'old' = ${companyPicturePath} || p.id
      )
  `.execute(db)
}

/**
 * The picture itself. Without a sign-in, because `<img src>` cannot carry one and a token in an address would end up in logs; a logo is nobody's personal data,
 * and the address cannot be guessed. It is served as what it was judged to be, never sniffed, and can run nothing even when opened on its own.
 */
export function registerCompanyPicture(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: `${companyPicturePath}:id`,
    schema: { tags: ['회사'], params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }) },
    handler: async (request, reply) => {
      const { id } = request.params
      const picture = await db.selectFrom('company_picture').selectAll().where('id', '=', id).executeTakeFirst()
      if (picture === undefined) throw new Refusal(problem('not_found'))
      return reply
        .headers({
          'content-type': picture.media_type,
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(picture.bytes)
    },
  })
}
