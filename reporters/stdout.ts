import type { Vitest } from 'vitest/node';

/** Whether a reporter's output on stdout is for a program, so that nothing else may be printed there: TAP, or JSON and JUnit with `stdout`. */
export function stdoutIsTaken({ config }: Vitest): boolean {
  return (config.reporters as unknown[]).some((reporter) => {
    const [name, options] = (Array.isArray(reporter) ? reporter : [reporter]) as [
      unknown,
      { stdout?: boolean; outputFile?: string }?,
    ];
    if (name === 'tap' || name === 'tap-flat') return true;
    const writes = config.outputFile;
    const file = options?.outputFile ?? (typeof writes === 'string' ? writes : writes?.[name as keyof typeof writes]);
    return (name === 'json' || name === 'junit') && options?.stdout === true && !file;
  });
}
