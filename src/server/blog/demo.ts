import { addDays, officeDay } from '#domain/dates/office-date.ts'
import { instantOf } from '#domain/dates/office-moment.ts'
import { newOffice } from '#domain/office/office.ts'
import { scrivenerOf } from '#domain/office/office-words.ts'
import type { Database } from '../db/client.ts'
import { insertDemoRows } from '../demo/demo-rows.ts'
import { demoPosts } from './demo-posts.ts'
import { demoCover, demoPortrait } from './demo-pictures.ts'
import { dropPicturesUnlessShown, storePostPicture } from './pictures.ts'
import { renderPost } from './write-post.ts'

/**
 * Inserts the three demo posts under their fixed ids and keeps existing ones. Returns the number
 * inserted.
 */
export async function loadDemoPosts(db: Database, { now }: { now: Date }): Promise<number> {
  const today = officeDay(now.getTime())
  const { url: portrait } = await storePostPicture(db, demoPortrait())
  const rows = await Promise.all(
    demoPosts.map(async ({ daysAgo, cover, ...post }) => {
      const { html, readingTime } = await renderPost(db, post.markdown)
      const { url: image } = await storePostPicture(db, demoCover(cover))
      const at = instantOf(addDays(today, -daysAgo), '09:30')
      return {
        ...post,
        html,
        reading_minutes: readingTime,
        author_name: scrivenerOf(newOffice),
        updated_by: scrivenerOf(newOffice),
        image,
        author_image: portrait,
        version: 1,
        state: 'published',
        published_at: at,
        inserted_at: at,
        updated_at: at,
        is_demo: true,
      }
    }),
  )
  return await insertDemoRows(db, 'blog_post', rows)
}

export async function removeDemoPosts(db: Database): Promise<number> {
  const deleted = await db.deleteFrom('blog_post').where('is_demo', '=', true).returning('id').execute()
  const drawn = (['bars', 'grid', 'diagonal'] as const).map(demoCover)
  await dropPicturesUnlessShown(db, [demoPortrait(), ...drawn])
  return deleted.length
}
