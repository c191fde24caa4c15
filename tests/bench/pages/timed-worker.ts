/** The engine's own worker, as it ships, with a clock around it. */
import './worker-clock.ts'
import '../../../src/mirror/worker/worker.ts'
