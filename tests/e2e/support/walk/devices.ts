import type { Device } from '../screens/screen.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Window of a walk, and further sizes in which nothing may be cut off. */
interface DeviceKind {
  readonly context: { viewport: Size; hasTouch: boolean; isMobile: boolean }
  readonly otherSizes: readonly Size[]
}

/**
 * 720 × 450 is 1440 × 900 zoomed to 200 %, 640 × 400 is 1280 × 800 zoomed, 320 px is WCAG 1.4.10.
 */
export const devices: Readonly<Record<Device, DeviceKind>> = {
  desktop: { context: createDesktop({ width: 1440, height: 900 }), otherSizes: [] },
  phone: {
    context: touch({ width: 390, height: 844 }),
    otherSizes: [320, 360].map((width) => ({ width, height: 640 })),
  },
  tablet: { context: touch({ width: 1024, height: 768 }), otherSizes: [{ width: 768, height: 1024 }] },
}

export const doubledSize: Size = { width: 640, height: 400 }
export const zoomedSizes: readonly Size[] = [
  { width: 720, height: 450 },
  doubledSize,
  { width: 320, height: 640 },
  { width: 1920, height: 1080 },
]

function createDesktop(viewport: Size) {
  return { viewport, hasTouch: false, isMobile: false }
}

function touch(viewport: Size) {
  return { viewport, hasTouch: true, isMobile: true }
}
