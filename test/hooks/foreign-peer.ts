import { spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { within } from '../until.ts'
import type { Scene } from './scene.ts'

/**
 * Hands every byte on between those who come to the socket and the real daemon. The socket's file is ours, as it must be:
 * it was made before this process became somebody else. Only the kernel knows who listens.
 */
const RELAY = `
use strict; use Socket; use POSIX (); use IO::Handle;
my ($at, $to, $user, $calls) = @ARGV;
alarm 200;
my @daemons = map {
  my $daemon;
  socket($daemon, AF_UNIX, SOCK_STREAM, 0) && connect($daemon, pack_sockaddr_un($to)) or die "connect: $!";
  $daemon;
} 1 .. $calls;
my $listener;
socket($listener, AF_UNIX, SOCK_STREAM, 0) && bind($listener, pack_sockaddr_un($at)) && chmod(0600, $at) or die "bind: $!";
if ($user != $>) { POSIX::setgid($user) && POSIX::setuid($user) or die "setuid: $!" }
listen($listener, 8) or die "listen: $!";
STDOUT->autoflush; print "ready\\n";
for my $daemon (@daemons) {
  accept(my $client, $listener) or die "accept: $!";
  my %other = (fileno($client) => $daemon, fileno($daemon) => $client);
  my %open = %other;
  while (%open == 2) {
    my $read = "";
    vec($read, fileno $_, 1) = 1 for $client, $daemon;
    select($read, undef, undef, undef);
    for my $from ($client, $daemon) {
      next unless vec($read, fileno $from, 1);
      my $got = sysread $from, my $bytes, 65536;
      if ($got) { syswrite $other{fileno $from}, $bytes } else { delete $open{fileno $from} }
    }
  }
  close $client; close $daemon;
}
`

/** The daemon's socket is served by a process of this user, for so many calls. */
export async function relayAs(scene: Scene, user: number, calls: number): Promise<void> {
  const socket = join(scene.state, 'portcullis.sock')
  const real = join(scene.state, 'real.sock')
  renameSync(socket, real)
  const relay = spawn('/usr/bin/perl', ['-e', RELAY, socket, real, String(user), String(calls)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = new Promise<void>((resolve, reject) => {
    relay.stdout.once('data', () => resolve())
    relay.once('close', () => reject(new Error('the relay has ended')))
  })
  await within('somebody else listens', ready)
  relay.unref()
}
