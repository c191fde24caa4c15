import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '../processes/site-from-source.ts'
import { buildTestApp } from './build-test-app.ts'

/** The chat of visitors on a server with the public pages and the demo posts. */
export async function openVisitorChat() {
  const site = buildSiteFromSource()
  const server = await buildTestApp({ config: { rateLimitPerMinute: 600_000 }, distDir: site.distDir })
  await loadDemoPosts(server.ownerDb, { now: new Date() })
  return {
    /** Answer to the last of these questions, after the others. */
    async ask(questions: readonly string[]): Promise<string> {
      const messages = questions.slice(0, -1).map((content) => ({ role: 'user' as const, content, created_at: '' }))
      const payload = { prompt: questions.at(-1), messages }
      const response = await server.app.inject({ method: 'POST', url: chatPaths.ask, payload })
      return chatAnswerSchema.parse(response.json()).message
    },
    async close() {
      await server.close()
      site.remove()
    },
  }
}
