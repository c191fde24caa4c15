import lighthouse, { type Config, desktopConfig, type Flags } from 'lighthouse'
import type { Device, MeasurePage } from '../rows/visitor-pages.ts'

export const measurePage: MeasurePage = async (url, { port, device }) => {
  const report = await lighthouse(url, { ...flags, port }, presets[device])
  if (!report || report.lhr.runtimeError) throw new Error(report?.lhr.runtimeError?.message ?? 'no result')
  return report.lhr
}

/**
 * Mobile is Lighthouse's own slow 4G: every request waits 0.56 s, and the CPU is four times slower.
 * With `devtools`, Lighthouse's desktop preset does not throttle the network; ours gets dense 4G by
 * Lighthouse's own factors (3.75 × RTT, 0.9 × throughput).
 */
const presets: Record<Device, Config | undefined> = {
  mobile: undefined,
  desktop: {
    ...desktopConfig,
    settings: {
      ...desktopConfig.settings,
      throttling: {
        ...desktopConfig.settings?.throttling,
        requestLatencyMs: 40 * 3.75,
        downloadThroughputKbps: 10_240 * 0.9,
        uploadThroughputKbps: 10_240 * 0.9,
      },
    },
  },
}

/** `devtools` really slows network and CPU down; the default only estimates the effect. */
const flags: Flags = {
  logLevel: 'error',
  output: 'json',
  throttlingMethod: 'devtools',
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  disableFullPageScreenshot: true,
}
