import { loadConfig } from '../config.ts'
import { readTlsFiles } from '../tls-files.ts'
import { buildAppWhenChanged } from './build-app.ts'
import { operatorMessage } from './operator-message.ts'

/** `npm start`, after bootstrap.js: builds the app when its sources changed, then serves it. */
try {
  // Reports a wrong setting or TLS file before building.
  readTlsFiles(loadConfig(process.env))
  if (!(await buildAppWhenChanged())) process.exit(1)
} catch (error) {
  console.error(operatorMessage(error))
  process.exit(1)
}
await import('../main.ts')
