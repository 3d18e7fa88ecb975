export declare const root: string
export declare function requireNode(version?: string): void
export declare function packagesAreCurrent(folder?: string): boolean
export declare function ensurePackages(): void
export declare function aptInstall(
  packages: readonly string[],
  run: (file: string, args: string[]) => Promise<void>,
  policy?: string,
): Promise<void>
export declare function mayInstall(): boolean
export declare function findProgram(name: string, path?: string): string | null
export function findBrowser(): string | null
