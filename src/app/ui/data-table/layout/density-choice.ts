import { createDeviceChoice } from '../../browser/device-setting.ts'

type Density = 'roomy' | 'dense'

/** Row density on this device: 보통 or 촘촘하게. On touch screens rows keep the height a finger needs. */
export const density = createDeviceChoice<Density>('table-density', ['roomy', 'dense'])
