import { sql } from 'kysely'
import { companyImageLimits, companyPicturePath } from '#contract/master-data/master-data.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { preparePicture, servePictures } from '#server/documents/pictures/store-picture.ts'

/**
 * Stores an uploaded picture in the database, so that backups include it, and returns its path.
 * Throws a refusal when the file is not a picture. The picture is stored before the company refers
 * to it.
 */
export async function storeCompanyPicture(db: Database, companyId: string, file: Uint8Array): Promise<string> {
  const limits = { maxSide: companyImageLimits.maxSide, field: 'img' }
  const { id, media_type, bytes } = preparePicture(file, { ...limits, salt: companyId })
  await sql`
    insert into company_picture (id, media_type, bytes) values (${id}, ${media_type}, ${bytes})
    on conflict (id) do update set inserted_at = now()
  `.execute(db)
  await sweepPictures(db)
  return `${companyPicturePath}${id}`
}

/**
 * Path of the picture a deleted company had, for creating it again; undefined when there is none or
 * it was swept. Every attempt of the same create gets the same result.
 */
export async function findDeletedPicture(db: Database, companyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ img: string }>`
    select deleted.img from (
      select fields->'img'->>'old' as img from change
      where collection = 'companies' and record_id = ${companyId} and kind = 'delete' order by version desc limit 1
    ) deleted
    where exists (select 1 from company_picture p where deleted.img = ${companyPicturePath} || p.id)
  `.execute(db)
  return rows[0]?.img
}

/**
 * Deletes unused pictures: a day after the upload, which leaves time for the company to refer to
 * it, and a month after a company dropped it, which leaves time for an undo.
 */
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

/** Serves the picture to anybody with its address, because a logo is not personal data. */
export function companyPictureRoutes(app: App, { db }: Deps): void {
  servePictures(app, db, { table: 'company_picture', path: companyPicturePath, tag: '회사', cache: 'private' })
}
