import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('editors and pagers', () => {
  test.each([
    ['vim +%s/a/b/g +wq notes.txt', ['write /home/dev/project/notes.txt']],
    ['vim -c ":!rm x" -c q', ['delete /home/dev/project/x']],
    ['vim -c "w /etc/x" -c q', ['write /etc/x']],
    ['vim notes.txt', ['read /home/dev/project/notes.txt', 'opaque interactive']],
    ['vim -S /tmp/x.vim -c q', ['run other file', 'opaque unreadable-code']],
    ['vim -es -c "py import os" -c q', ['opaque unreadable-code']],
    ['nvim --headless +q', []],
    [
      'printf "w notes\\n!rm x\\n" | ed notes.txt',
      ['write /home/dev/project/notes', 'delete /home/dev/project/x', 'read /home/dev/project/notes.txt'],
    ],
    ['emacs --batch --eval "(message \\"hi\\")"', []],
    ['emacs --batch --eval "(shell-command \\"rm x\\")"', ['opaque unreadable-code']],
    ['less notes.txt', ['read /home/dev/project/notes.txt']],
    ['less "+!rm x" notes.txt', ['opaque unreadable-code', 'read /home/dev/project/notes.txt']],
    ['nano notes.txt', ['write /home/dev/project/notes.txt', 'opaque interactive']],
    [
      'nano -s /tmp/x notes.txt',
      ['run other file', 'opaque unreadable-code', 'write /home/dev/project/notes.txt', 'opaque interactive'],
    ],
    ['code .', ['list /home/dev/project']],
    ['code tunnel', ['door remote-access']],
    ['code --install-extension a.b', ['install vscode a.b']],
    ['cat notes.txt | less', ['read /home/dev/project/notes.txt']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('agents and the gate', () => {
  test.each([
    ['claude -p "fix it"', ['agent inherited unattended']],
    ['claude --dangerously-skip-permissions -p "fix it"', ['agent broad unattended']],
    ['claude --permission-mode bypassPermissions', ['agent broad']],
    ['codex exec "fix it" --dangerously-bypass-approvals-and-sandbox', ['agent broad unattended']],
    ['codex --sandbox danger-full-access "x"', ['agent broad']],
    ['gemini --yolo -p x', ['agent broad unattended']],
    ['copilot --allow-all-tools -p x', ['agent broad unattended']],
    ['claude mcp add x -- rm y', ['settings agent', 'delete /home/dev/project/y']],
    ['claude mcp list', ['look environment']],
    ['claude config set a b', ['settings agent']],
    ['claude --version', []],
    ['claude doctor', ['look environment']],
    ['codex sandbox linux rm x', ['delete /home/dev/project/x']],
    ['opencode serve', ['door listener', 'agent inherited']],
    ['portcullis uninstall', ['settings gate']],
    ['portcullis check -- ls', ['look security']],
    ['portcullis approve 1', ['settings gate']],
    ['portcullis rules list', ['look security']],
    ['portcullis rules add x', ['settings gate']],
    ['portcullis log', ['settings gate']],
    ['portcullis log prune --before 2030-01-01', ['settings gate']],
    ['portcullis eval rows.jsonl --html report.html', ['settings gate']],
    ['portcullis check --settings x.json -- ls', ['settings gate']],
    ['portcullis doctor --live', ['settings gate']],
    ['portcullis explain --prompt -- ls', ['look security']],
    ['ollama run llama3 hi', []],
    ['llm keys get openai', ['secret agent']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('desktop and the rest', () => {
  test.each([
    ['open https://example.com', ['contact example.com fetch nothing']],
    ['xdg-open notes.pdf', ['read /home/dev/project/notes.pdf']],
    ['open /tmp/x.command', ['run other file', 'opaque unreadable-code']],
    ['pbpaste', ['look clipboard']],
    ['echo x | pbcopy', []],
    ['scrot -e "rm x" a.png', ['delete /home/dev/project/x', 'look screen', 'write /home/dev/project/a.png']],
    ['screencapture a.png', ['look screen', 'write /home/dev/project/a.png']],
    ['notify-send hi', []],
    ['firefox https://example.com', ['contact example.com fetch nothing']],
    [
      'chromium --load-extension=./x https://example.com',
      ['opaque unknown-option', 'contact example.com fetch nothing'],
    ],
    ['cowsay hi', []],
    ['cowsay -f /tmp/x.pl hi', ['run perl file', 'opaque unreadable-code']],
    ['fzf --preview "cat notes.txt"', ['read /home/dev/project/notes.txt']],
    ['fzf --bind "enter:execute(rm x)"', ['opaque unknown-option']],
    ['croc send notes.txt', ['read /home/dev/project/notes.txt', 'contact ? upload data file']],
    ['adb devices', ['look hardware']],
    ['adb shell rm x', ['android execute', 'delete /home/dev/project/x @android device']],
    ['qemu-system-x86_64 -hda disk.img', ['read /home/dev/project/disk.img', 'qemu local-only']],
    ['virsh list --all', ['virtual-machine read']],
    ['virsh destroy vm', ['virtual-machine delete']],
    ['wine /tmp/setup.exe', ['run binary file', 'opaque unreadable-code']],
    ['apptainer exec img.sif rm x', ['apptainer execute', 'delete /home/dev/project/x']],
    ['bwrap --ro-bind / / rm x', ['delete /home/dev/project/x']],
    ['nginx -t', ['look services']],
    ['nginx -c /tmp/evil.conf', ['read /tmp/evil.conf', 'opaque unreadable-code', 'door listener']],
    ['ab -n 10 http://localhost/', ['contact localhost probe nothing']],
    ['srun rm x', ['delete /home/dev/project/x']],
    ['sbatch --wrap "rm x"', ['delete /home/dev/project/x @cluster']],
    ['hdfs dfs -ls /', ['hadoop read']],
    ['hdfs dfs -rm -r /data', ['hadoop mass-delete']],
    ['rabbitmqctl list_queues', ['data read']],
    ['direnv allow', ['system persist']],
    ['inotifywait -m .', ['list /home/dev/project']],
    ['trash-put notes.txt', ['delete /home/dev/project/notes.txt']],
    ['chezmoi apply', ['settings shell']],
    ['ranger', ['opaque unknown-program']],
    ['xdotool key Return', ['opaque other']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})
