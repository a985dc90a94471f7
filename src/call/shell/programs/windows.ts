import { windowsPrograms } from '../../powershell/native/index.ts'
import type { Program } from './program.ts'

/** Commands that only cmd.exe knows, and names too common to be taken for the Windows program of that name. */
const NOT_FROM_HERE: ReadonlySet<string> = new Set(
  `command start call del erase rd copy ren md mklink cls title color pause prompt rem goto shift setlocal endlocal
   verify path choice popd doskey clean label query control replace compact update remote tracker te dnx mode vol handle
   comp remote inject potato donut eraser pester update print write squirrel hh wab kd jsc devenv light wix plink pscp psftp kitty`.split(
    /\s+/,
  ),
)

/**
 * Programs of Windows as a POSIX shell starts them: PowerShell and cmd, and what lies in System32. Where a name is known
 * on both sides, the POSIX meaning holds. A function, because the programs of Windows look up these.
 */
export function windowsFromHere(posix: ReadonlySet<string>): readonly Program[] {
  return windowsPrograms.flatMap(({ names, means }) => {
    const known = names.filter((name) => !NOT_FROM_HERE.has(name) && !posix.has(name))
    return known.length === 0 ? [] : [{ names: known, means }]
  })
}
