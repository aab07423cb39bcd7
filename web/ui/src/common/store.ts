import { useEffect, useState } from "preact/hooks";

/** A value that changes, and who wants to know. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    this.value = value;
    this.listeners.forEach((listener) => listener());
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The store's value in a component, which is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState<T>(store.get());
  useEffect(() => {
    const read = (): void => setValue(() => store.get());
    read();
    return store.subscribe(read);
  }, [store]);
  return value;
}
