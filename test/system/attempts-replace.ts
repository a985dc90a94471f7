import { type Attempt, succeeds } from './attempt.ts'

/** Putting something else in the place of what is the gate's. Each says so when the shell thinks that it worked. */
export const REPLACES: readonly Attempt[] = [
  succeeds('writes the settings', 'echo "{}" > "$ETC/settings.json"'),
  succeeds('adds settings', 'mkdir -p "$ETC/settings.d" && echo "{}" > "$ETC/settings.d/0.json"'),
  succeeds('removes the settings', 'rm -f "$ETC/settings.json" && [ ! -e "$ETC/settings.json" ]'),
  succeeds('moves the directory of settings', 'mv "$ETC" ~/etc'),
  succeeds('opens the settings for itself', 'chmod 666 "$ETC/settings.json"'),
  succeeds('takes the settings over', 'chown "$USER" "$ETC/settings.json"'),
  succeeds('writes the record of the installation', 'echo "{}" > "$ETC/system.json"'),
  succeeds('writes the hook', 'cp /bin/true "$HOOK"'),
  succeeds('removes the hook', 'rm -f "$HOOK" && [ ! -e "$HOOK" ]'),
  succeeds('appends to the hook', 'echo >> "$HOOK"'),
  succeeds("writes the hook's configuration", 'echo "observe=yes" >> "$HOOKS/claude-code.conf"'),
  succeeds('adds a configuration', 'echo "observe=yes" > "$HOOKS/other.conf"'),
  succeeds('moves the directory of hooks', 'mv "$HOOKS" "$HOOKS.old"'),
  succeeds("writes Claude Code's managed settings", 'echo "{}" > "$ROOT/etc/claude-code/managed-settings.json"'),
  succeeds("adds to Claude Code's managed settings", 'mkdir "$ROOT/etc/claude-code/managed-settings.d"'),
  succeeds("writes Codex's requirements", 'echo > "$ROOT/etc/codex/requirements.toml"'),
  succeeds("moves the clients' directories", 'mv "$ROOT/etc/claude-code" ~/claude'),
  succeeds('moves what stands above', 'mv "$ROOT/etc" "$ROOT/old" || mv "$ROOT" /tmp/pcsys-moved'),
  succeeds('writes the program', 'echo >> "$LAUNCHER"'),
  succeeds('puts a package beside the program', 'mkdir -p "$(dirname "$LAUNCHER")/../node_modules/evil"'),
  succeeds('writes the Node of the gate', 'echo >> "$NODE"'),
  succeeds(
    'puts a package above the program',
    'mkdir "$HOOKS/node_modules" || mkdir "$ROOT/etc/node_modules" || mkdir "$ROOT/node_modules"',
  ),
  succeeds('removes the socket', 'rm -f "$SOCK" && [ ! -e "$SOCK" ]'),
  succeeds('moves the socket', 'mv "$SOCK" "$SOCK.old"'),
  succeeds(
    'listens beside the socket',
    `"$NODE" -e 'require("net").createServer().listen(process.env.RUN + "/other.sock", () => process.exit(0)).on("error", () => process.exit(1))'`,
  ),
  succeeds(
    'listens in the place of the socket',
    `"$NODE" -e 'require("net").createServer().listen(process.env.SOCK, () => process.exit(0)).on("error", () => process.exit(1))'`,
  ),
  succeeds('links over the socket', 'ln -sfn ~/fake.sock "$SOCK"'),
  succeeds("moves the socket's directory", 'mv "$RUN" "$RUN.old"'),
  succeeds("links over the socket's directory", 'ln -sfn ~ "$RUN"'),
  succeeds('closes the socket to others', 'chmod 600 "$SOCK"'),
  succeeds('mounts over the hooks', 'mount --bind ~ "$HOOKS"'),
  {
    what: 'mounts over the hooks in a world of its own',
    script:
      'unshare -Urm bash -c \'mount --bind "$HOME" "$HOOKS"; touch "$HOOKS/x"\' >/dev/null 2>&1; [ -e "$HOOKS/x" ] && echo GOT',
  },
  succeeds('swaps the state directory', 'mv "$STATE" "$STATE.old" && mkdir "$STATE"'),
  succeeds('links over the state directory', 'ln -sfn ~ "$STATE/accounts"'),
  succeeds('empties the log', ': > "$OWN/journal.db"'),
  succeeds(
    'writes the log',
    `"$NODE" -e 'new (require("node:sqlite").DatabaseSync)(process.env.OWN + "/journal.db").exec("delete from audit")'`,
  ),
  succeeds('adds a checkpoint', 'echo "{}" >> "$OWN/checkpoints.jsonl"'),
  succeeds(
    'saves a rule for itself',
    'mkdir -p "$OWN/home/.portcullis" && echo "{}" > "$OWN/home/.portcullis/settings.json"',
  ),
  succeeds('prepares the state of an account that has none', 'mkdir "$STATE/accounts/4242"'),
  succeeds('moves the anchor', 'rm -rf "$OWN/home/.local" && [ ! -e "$OWN/home/.local" ]'),
  succeeds('removes the gate with its own command', '"$NODE" "$LAUNCHER" uninstall --system --yes --root "$ROOT"'),
  succeeds(
    'installs another gate over it',
    '"$NODE" "$LAUNCHER" install --system --yes --root "$ROOT" --account "$USER"',
  ),
  succeeds('starts another gate', 'timeout 20 "$NODE" "$LAUNCHER" serve --system --root "$ROOT"'),
  succeeds(
    'starts the daemon of another account',
    'timeout 20 "$NODE" "$LAUNCHER" serve --account "$OTHER_UID" --root "$ROOT"',
  ),
  {
    what: 'keeps the door of another gate at the same place',
    script:
      'timeout 2 "$HOOK" --door "$SOCK" 2>/dev/null; NODE_CHANNEL_FD=3 timeout 2 "$HOOK" --door "$SOCK" 3<>/dev/null 2>/dev/null; true',
  },
  succeeds(
    'becomes the service',
    'su "$SERVICE" -c true </dev/null || sudo -n -u "$SERVICE" true || sg "$SERVICE" true </dev/null',
  ),
  succeeds('makes a program of the service', 'cp /bin/bash ~/bash && chown "$SERVICE" ~/bash && chmod u+s ~/bash'),
  succeeds('says where cores go', 'echo /tmp/core > /proc/sys/kernel/core_pattern'),
  {
    what: 'has something else run its job',
    script:
      'job="touch $STATE/job $RUN/job $ETC/job"; echo "* * * * * $job" | crontab - 2>/dev/null; echo "$job" | at now 2>/dev/null; systemd-run --user bash -c "$job" 2>/dev/null; crontab -r 2>/dev/null; true',
  },
]
