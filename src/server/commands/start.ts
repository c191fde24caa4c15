import { buildAppWhenChanged } from './build-app.ts'

/** `npm start`, after bootstrap.js: builds the app when its sources changed, then serves it. */
if (await buildAppWhenChanged()) await import('../main.ts')
else process.exitCode = 1
