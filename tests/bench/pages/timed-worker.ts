/** The engine's production worker, with a clock around it. */
import './worker-clock.ts'
import '../../../src/mirror/worker/worker.ts'
