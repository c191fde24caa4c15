import { sql } from 'kysely'
import { blogPicturePath } from '#contract/blog/blog-texts.ts'
import { type PictureResponse, postPictureLimits } from '#contract/blog/blog.ts'
import type { Database } from '#server/db/client.ts'
import type { PictureSize } from '#server/documents/markdown/render-markdown.ts'
import { preparePicture } from '#server/documents/pictures/store-picture.ts'

/**
 * Stores a picture for posts and returns its path. Throws a refusal when the file is not a picture.
 */
export async function storePostPicture(db: Database, file: Uint8Array): Promise<PictureResponse> {
  const { size, ...picture } = preparePicture(file, { maxSide: postPictureLimits.maxSide, field: 'img' })
  await db
    .insertInto('blog_picture')
    .values({ ...picture, ...size })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ inserted_at: sql`now()` }))
    .execute()
  await sweepPictures(db)
  return { url: `${blogPicturePath}${picture.id}`, ...size }
}

/** Pixel sizes of the stored pictures among these paths. */
export async function readPictureSizes(
  db: Database,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PictureSize>> {
  if (paths.length === 0) return new Map()
  const ids = paths.filter((path) => path.startsWith(blogPicturePath)).map((path) => path.slice(blogPicturePath.length))
  const rows = await db
    .selectFrom('blog_picture')
    .select(['id', 'width', 'height'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map(({ id, width, height }) => [`${blogPicturePath}${id}`, { width, height }]))
}

/** Deletes these pictures, except those that a post shows. */
export async function deleteUnusedPictures(db: Database, files: readonly Uint8Array[]): Promise<void> {
  const ids = files.map((file) => preparePicture(file, { maxSide: postPictureLimits.maxSide, field: 'img' }).id)
  await sql`delete from blog_picture p where p.id = any(${ids}::text[]) and not ${isShown}`.execute(db)
}

/** SQL: true when any post shows the picture `p`. */
const isShown = sql`exists (
  select 1 from blog_post b where ${blogPicturePath} || p.id in (b.image, b.author_image) or position(p.id in b.markdown) > 0
)`

/**
 * Deletes pictures that no post shows, a month after their upload; until then an unsaved draft or
 * an edited post may still use them.
 */
async function sweepPictures(db: Database): Promise<void> {
  await sql`
    delete from blog_picture p where inserted_at < now() - interval '30 days' and not ${isShown}
  `.execute(db)
}
