/**
 * CPU time in ms that a synchronous call takes on its thread. Unlike the elapsed time, it does not
 * grow when other tests use the cores.
 */
export function measureCpuMs(call: () => unknown): number {
  const before = process.threadCpuUsage()
  call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
