import Fastify from 'fastify'

/**
 * A fake of Kia's sign-in as documented, because tests must not call the real one. `person`: the
 * user who has signed in at its page.
 */
export interface FakeKia {
  url: string
  person: Record<string, unknown>
  health: 'well' | 'broken' | 'silent'
  /** Forms posted to its token endpoint. */
  requests: Record<string, string>[]
  close(): Promise<void>
}

/**
 * Starts it on a free local port. It accepts only the code `good`, and its page redirects everybody
 * back with it.
 */
export async function startFakeKia(keys: { clientId: string; clientSecret: string }): Promise<FakeKia> {
  const server = Fastify()
  const basic = `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64')}`
  const kia: FakeKia = { url: '', person: {}, health: 'well', requests: [], close: () => server.close() }
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  server.get<{ Querystring: Record<string, string> }>('/api/v1/user/oauth2/authorize', (request, reply) => {
    const { redirect_uri: back = '', state = '', client_id: clientId, response_type: kind } = request.query
    if (clientId !== keys.clientId || kind !== 'code') return reply.code(400).send({ errCode: '4002' })
    return reply.redirect(`${back}?${new URLSearchParams({ code: 'good', state }).toString()}`)
  })
  server.post<{ Body: Record<string, string> }>('/api/v1/user/oauth2/token', async (request, reply) => {
    kia.requests.push(request.body)
    if (kia.health === 'silent') await new Promise((resolve) => setTimeout(resolve, 400))
    if (kia.health === 'broken') return await reply.code(502).send('<html>')
    const { code, grant_type: kind } = request.body
    if (request.headers.authorization !== basic || kind !== 'authorization_code' || code !== 'good')
      return await reply.code(401).send({ errCode: '4002', errMsg: 'Invalid' })
    return { token_type: 'Bearer', access_token: 'maker-token', refresh_token: 'maker-refresh', expires_in: 86_400 }
  })
  server.get('/api/v1/user/profile', (request, reply) => {
    if (request.headers.authorization !== 'Bearer maker-token') return reply.code(401).send({ errCode: '4001' })
    return reply.send(kia.person)
  })
  kia.url = await server.listen({ port: 0, host: '127.0.0.1' })
  return kia
}
