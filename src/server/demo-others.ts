import { removeDemoPosts } from './blog/demo.ts'
import type { Database } from './db/client.ts'
import { removeDemoLetters } from './deposit-cases/demo.ts'
import { removeDemoColleagues } from './session/demo.ts'

/** Demo data that stands in no book, by what it is called; answers how many of each went. People who can sign in stay: without Kakao keys nobody else could. */
export async function removeDemoOthers(db: Database): Promise<Readonly<Record<string, number>>> {
  const letters = await removeDemoLetters(db)
  const posts = await removeDemoPosts(db)
  await removeDemoColleagues(db)
  return { 공문: letters, 소식: posts }
}
