import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer as createVite } from 'vite'
import { loadConfig } from '#server/config/config.ts'
import { isServerPath } from '#server/http/server-path.ts'
import { toOperatorMessage } from './operator-message.ts'
import { startServer } from './start-server.ts'

/**
 * The process that `dev.ts` runs and restarts: our API for /api and /oauth, vite for everything
 * else, on one port.
 */
try {
  await serveForDevelopment()
} catch (error) {
  console.error(toOperatorMessage(error))
  process.exit(1)
}

async function serveForDevelopment(): Promise<void> {
  const config = loadConfig({ LOG_LEVEL: 'info', ...process.env })
  const server = await startServer(config, { onNotice: console.log, onProblem: console.error, listen: false })
  await server.app.ready()
  const http = createServer((request, response) => handleRequest(request, response))
  const vite = await createVite({
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: http } },
  })
  const handleRequest = (request: IncomingMessage, response: ServerResponse) =>
    isServerPath(request.url ?? '/') ? server.app.routing(request, response) : vite.middlewares(request, response)
  http.listen(config.port, config.host, () => console.log(`\n  http://localhost:${config.port} (개발 모드)\n`))
  const stop = async () => {
    http.close()
    http.closeIdleConnections()
    await Promise.all([vite.close(), server.stop()])
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}
