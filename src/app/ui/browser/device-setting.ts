import { useSyncExternalStore } from 'react'
import { deviceStorage } from './device-storage.ts'

/** A setting of this device, kept in sync across its tabs. */
export interface DeviceSetting<Value> {
  /** The same object until the stored text changes. */
  read(): Value
  /** False when the device could not store it and only this page holds it. */
  save(value: Value): boolean
  subscribe(listener: () => void): () => void
}

interface SettingFormat<Value> {
  /** Name in local storage. */
  readonly key: string
  /** Null: nothing is stored. Must accept any text, because other versions wrote it. */
  parse(text: string | null): Value
  /** Null removes the key. */
  format(value: Value): string | null
}

export function createDeviceSetting<Value>({ key, parse, format }: SettingFormat<Value>): DeviceSetting<Value> {
  let last: { readonly text: string | null; readonly value: Value } | null = null
  return {
    read() {
      const text = deviceStorage.getItem(key)
      if (last?.text !== text) last = { text, value: parse(text) }
      return last.value
    },
    save(value) {
      const text = format(value)
      if (text !== null) return deviceStorage.setItem(key, text)
      deviceStorage.removeItem(key)
      return true
    },
    subscribe: (listener) => deviceStorage.subscribe(key, listener),
  }
}

/** A setting with a few possible values, the default first. */
export function createDeviceChoice<Word extends string>(
  key: string,
  [defaultValue, ...others]: readonly [Word, ...Word[]],
): DeviceSetting<Word> {
  return createDeviceSetting({
    key,
    parse: (text) => others.find((value) => value === text) ?? defaultValue,
    format: (value) => (value === defaultValue ? null : value),
  })
}

export function useDeviceSetting<Value>(setting: DeviceSetting<Value>): [Value, (value: Value) => boolean] {
  return [useSyncExternalStore(setting.subscribe, setting.read), setting.save]
}
