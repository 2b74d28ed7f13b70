/*
 * The floor of every mediator: passes the bytes of each client on to a backend, and the backend's to the client, and looks at none of them.
 *
 *   cc -O2 -o relay mediation/src/bench/relay.c && ./relay MODE PORT BACKEND-PORT
 *
 * MODE is one of these, where all of one line differ from the first in one thing:
 *   epoll, epoll-quickack (TCP_QUICKACK after each receive), epoll-busypoll (SO_BUSY_POLL of 50 us), epoll-hugepages, epoll-zerocopy (MSG_ZEROCOPY from 10 KB on)
 *   splice (through a pipe, so no byte enters the process)
 *   sockmap (a BPF program in the kernel passes the bytes on; needs root. The kernel's workers do the sends, so their time is not this process's)
 *   uring, uring-hugepages, uring-zerocopy (IORING_OP_SEND_ZC from 10 KB on)
 *
 * One thread; loopback only; one connection to the backend for each client. A receiver that is full (which wrk and the backend are not) stops the
 * process with a message, so that no figure is made of a relay that loses bytes. uring: Linux 6.12 or newer.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/errqueue.h>
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef IORING_SETUP_NO_SQARRAY
#define IORING_SETUP_NO_SQARRAY (1U << 16)
#endif
#ifndef IOU_PBUF_RING_INC
#define IOU_PBUF_RING_INC 2
#endif
#ifndef IORING_CQE_F_BUF_MORE
#define IORING_CQE_F_BUF_MORE (1U << 4)
#endif

#ifndef SO_ZEROCOPY
#define SO_ZEROCOPY 60
#endif
#ifndef MSG_ZEROCOPY
#define MSG_ZEROCOPY 0x4000000
#endif
#ifndef IORING_CQE_F_NOTIF
#define IORING_CQE_F_NOTIF (1U << 3)
#endif

enum { MOST_SOCKETS = 65536, BUFFER = 256 << 10, ENTRIES = 4096, BUFFERS = 64, LISTENER = 0, ZEROCOPY_FROM = 10 << 10, BUSY_POLL_MICROS = 50 };

static bool quickack, busy_poll, huge_pages, zerocopy, spliced, mapped;
static int peer[MOST_SOCKETS];
static struct sockaddr_in backend = {.sin_family = AF_INET};
static int listener;

static void fail(const char *what) {
    fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void prepare(int socket) {
    int on = 1, micros = BUSY_POLL_MICROS;
    if (setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) {
        fail("TCP_NODELAY");
    }
    if (busy_poll && setsockopt(socket, SOL_SOCKET, SO_BUSY_POLL, &micros, sizeof micros) < 0) {
        fail("SO_BUSY_POLL");
    }
    if (zerocopy && setsockopt(socket, SOL_SOCKET, SO_ZEROCOPY, &on, sizeof on) < 0) {
        fail("SO_ZEROCOPY");
    }
}

/* Memory for as many buffers. */
static char *buffers_of(int count) {
    size_t bytes = (size_t) count * BUFFER;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || (huge_pages && madvise(memory, bytes, MADV_HUGEPAGE) < 0)) {
        fail("memory");
    }
    return memory;
}

/* The buffer of each zero-copy send of a socket, by the number that the kernel gives the send; a buffer is free when its sends have been told. */
static unsigned char sent_from[MOST_SOCKETS][256];
static unsigned char sends[MOST_SOCKETS];
static int unfinished[BUFFERS], untold[MOST_SOCKETS];

/* Connects to the backend for a client. */
static int dial(int client) {
    int other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (other < 0 || other >= MOST_SOCKETS || connect(other, (struct sockaddr *) &backend, sizeof backend) < 0) {
        fail("no connection to the backend");
    }
    prepare(client);
    prepare(other);
    peer[client] = other;
    peer[other] = client;
    sends[client] = sends[other] = 0;
    return other;
}

/* Leaves closing the descriptor to its caller. */
static void part(int socket) {
    int other = peer[socket];
    peer[socket] = -1;
    if (other >= 0) {
        peer[other] = -1;
        shutdown(other, SHUT_RDWR);
    }
}

/* Reads which zero-copy sends of a socket the kernel has finished. */
static void finish_sends(int socket) {
    char control[128];
    struct msghdr message = {.msg_control = control, .msg_controllen = sizeof control};
    while (recvmsg(socket, &message, MSG_ERRQUEUE | MSG_DONTWAIT) >= 0) {
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header != NULL && header->cmsg_level == SOL_IP && header->cmsg_type == IP_RECVERR) {
            struct sock_extended_err *told = (struct sock_extended_err *) CMSG_DATA(header);
            for (unsigned id = told->ee_info; told->ee_origin == SO_EE_ORIGIN_ZEROCOPY && id <= told->ee_data; id++) {
                unfinished[sent_from[socket][id & 255]]--;
                untold[socket]--;
            }
        }
        message.msg_controllen = sizeof control;
    }
}

/* Closes a socket when the kernel no longer sends from a buffer of ours for it: nothing tells of that afterwards. */
static void close_after_sends(int socket) {
    struct pollfd error = {.fd = socket};
    while (untold[socket] > 0) {
        if (poll(&error, 1, 1000) == 0) {
            errno = ETIMEDOUT;
            fail("the sends of a connection that has ended");
        }
        finish_sends(socket);
    }
    close(socket);
}

/* Passes on what a socket has; returns what recv says. */
static ssize_t pass(int from, char *buffers) {
    static unsigned next;
    unsigned id = next;
    if (zerocopy) {
        for (int tried = 0; unfinished[id] > 0; id = (id + 1) % BUFFERS) {
            if (++tried == BUFFERS) {
                errno = ENOBUFS;
                fail("all buffers are being sent");
            }
        }
        next = (id + 1) % BUFFERS;
    }
    char *bytes = buffers + (size_t) id * BUFFER;
    ssize_t received = recv(from, bytes, BUFFER, MSG_DONTWAIT);
    if (received <= 0 || peer[from] < 0) {
        return received;
    }
    int to = peer[from], on = 1;
    bool uncopied = zerocopy && received >= ZEROCOPY_FROM;
    if (quickack && setsockopt(from, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on) < 0) {
        fail("TCP_QUICKACK");
    }
    if (uncopied) {
        sent_from[to][sends[to]++] = id;
        unfinished[id]++;
        untold[to]++;
    }
    if (send(to, bytes, received, MSG_NOSIGNAL | (uncopied ? MSG_ZEROCOPY : 0)) != received) {
        if (errno != EPIPE && errno != ECONNRESET) {
            fail("send");
        }
        if (uncopied) {
            sends[to]--;
            unfinished[id]--;
            untold[to]--;
        }
    }
    return received;
}

/* The same through a pipe. */
static ssize_t splice_over(int from, char *buffers) {
    static int ends[2];
    if (ends[1] == 0 && (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0 || fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) < 0)) {
        fail("pipe");
    }
    ssize_t received = splice(from, NULL, ends[1], NULL, BUFFER, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    for (ssize_t left = received; left > 0;) {
        ssize_t sent = peer[from] < 0 ? -1 : splice(ends[0], NULL, peer[from], NULL, left, SPLICE_F_MOVE);
        if (sent <= 0) {
            if (peer[from] >= 0 && errno != EPIPE && errno != ECONNRESET) {
                fail("splice");
            }
            /* The bytes of a connection that has ended are not the next one's. */
            sent = read(ends[0], buffers, left < BUFFER ? left : BUFFER);
            if (sent <= 0) {
                fail("pipe");
            }
        }
        left -= sent;
    }
    return received;
}

static int bpf(int command, union bpf_attr *attributes, const char *what) {
    int result = syscall(SYS_bpf, command, attributes, sizeof *attributes);
    if (result < 0) {
        fail(what);
    }
    return result;
}

/* The map of sockets: under the ports of each (its own in the host's order, the other's in the network's) stands its peer. */
struct ports {
    unsigned local, remote;
};
static int map;

/* Makes the map, and the program that the kernel runs for each piece that a socket of the map receives: hand it to its peer. */
static void make_map(void) {
    union bpf_attr creation = {
        .map_type = BPF_MAP_TYPE_SOCKHASH, .key_size = sizeof(struct ports), .value_size = sizeof(unsigned), .max_entries = MOST_SOCKETS};
    map = bpf(BPF_MAP_CREATE, &creation, "a map of sockets");
    const struct bpf_insn program[] = {
        {.code = BPF_LDX | BPF_MEM | BPF_W, .dst_reg = BPF_REG_2, .src_reg = BPF_REG_1, .off = offsetof(struct __sk_buff, local_port)},
        {.code = BPF_STX | BPF_MEM | BPF_W, .dst_reg = BPF_REG_10, .src_reg = BPF_REG_2, .off = -8},
        {.code = BPF_LDX | BPF_MEM | BPF_W, .dst_reg = BPF_REG_2, .src_reg = BPF_REG_1, .off = offsetof(struct __sk_buff, remote_port)},
        {.code = BPF_STX | BPF_MEM | BPF_W, .dst_reg = BPF_REG_10, .src_reg = BPF_REG_2, .off = -4},
        {.code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = BPF_REG_2, .src_reg = BPF_PSEUDO_MAP_FD, .imm = map},
        {0},
        {.code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_3, .src_reg = BPF_REG_10},
        {.code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_3, .imm = -8},
        {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_4, .imm = 0},
        {.code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_sk_redirect_hash},
        {.code = BPF_JMP | BPF_EXIT},
    };
    union bpf_attr loading = {.prog_type = BPF_PROG_TYPE_SK_SKB,
                              .insns = (unsigned long) program,
                              .insn_cnt = sizeof program / sizeof program[0],
                              .license = (unsigned long) "Apache-2.0"};
    union bpf_attr attachment = {.target_fd = map, .attach_type = BPF_SK_SKB_STREAM_VERDICT};
    attachment.attach_bpf_fd = bpf(BPF_PROG_LOAD, &loading, "a program for the map of sockets");
    bpf(BPF_PROG_ATTACH, &attachment, "a program for the map of sockets");
}

/* From now on the kernel hands what one socket receives to the other. */
static void map_to(int socket, int other) {
    struct sockaddr_in here, there;
    socklen_t size = sizeof here;
    if (getsockname(socket, (struct sockaddr *) &here, &size) < 0 || getpeername(socket, (struct sockaddr *) &there, &size) < 0) {
        fail("ports");
    }
    struct ports key = {.local = ntohs(here.sin_port), .remote = htonl(ntohs(there.sin_port))};
    union bpf_attr entry = {.map_fd = map, .key = (unsigned long) &key, .value = (unsigned long) &other, .flags = BPF_ANY};
    /* A socket that its client has closed already has no place in a map: the event of its end is on its way. */
    if (syscall(SYS_bpf, BPF_MAP_UPDATE_ELEM, &entry, sizeof entry) < 0 && errno != EOPNOTSUPP) {
        fail("an entry of the map of sockets");
    }
}

/* The peer comes first into the map, or the kernel would drop what the client sends. */
static void map_pair(int client, int other) {
    int least = 1;
    map_to(client, other);
    map_to(other, client);
    /* Setting this makes the kernel look at what the client had sent before it was in the map. */
    if (setsockopt(client, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least) < 0) {
        fail("SO_RCVLOWAT");
    }
}

static void epoll_relay(void) {
    char *buffers = buffers_of(BUFFERS);
    struct epoll_event events[512];
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) < 0) {
        fail("epoll");
    }
    for (;;) {
        int count = epoll_wait(epoll, events, 512, -1);
        for (int i = 0; i < count; i++) {
            int from = events[i].data.fd;
            if (from == listener) {
                int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
                if (client < 0) {
                    fail("accept");
                }
                int pair[2] = {client, dial(client)};
                event.events = mapped ? EPOLLRDHUP : EPOLLIN;
                for (int j = 0; j < 2; j++) {
                    event.data.fd = pair[j];
                    if (epoll_ctl(epoll, EPOLL_CTL_ADD, pair[j], &event) < 0) {
                        fail("epoll_ctl");
                    }
                }
                if (mapped) {
                    map_pair(pair[0], pair[1]);
                }
                continue;
            }
            if (zerocopy && events[i].events & EPOLLERR) {
                finish_sends(from);
            }
            ssize_t received = mapped ? 0 : spliced ? splice_over(from, buffers) : pass(from, buffers);
            if (received == 0 || (received < 0 && errno != EAGAIN)) {
                part(from);
                close_after_sends(from);
            }
        }
    }
}

struct ring {
    int descriptor;
    unsigned *submitted, *completed, *seen;
    unsigned mask, completion_mask, written;
    struct io_uring_sqe *operations;
    struct io_uring_cqe *completions;
};

static struct io_uring_sqe *operation(struct ring *ring, int code, int socket, unsigned long data) {
    struct io_uring_sqe *sqe = &ring->operations[ring->written++ & ring->mask];
    memset(sqe, 0, sizeof *sqe);
    sqe->opcode = code;
    sqe->fd = socket;
    sqe->user_data = data;
    return sqe;
}

static void receive(struct ring *ring, int socket) {
    struct io_uring_sqe *sqe = operation(ring, IORING_OP_RECV, socket, socket);
    sqe->flags = IOSQE_BUFFER_SELECT;
    sqe->ioprio = IORING_RECV_MULTISHOT;
}

static char *received_into[BUFFERS];
static unsigned used[BUFFERS];
/* Whether all of a buffer has been received into. */
static bool is_full[BUFFERS];

static void provide(struct io_uring_buf_ring *buffers, int id) {
    struct io_uring_buf *entry = &buffers->bufs[buffers->tail & (BUFFERS - 1)];
    entry->addr = (unsigned long) received_into[id];
    entry->len = BUFFER;
    entry->bid = id;
    used[id] = 0;
    is_full[id] = false;
    __atomic_store_n(&buffers->tail, buffers->tail + 1, __ATOMIC_RELEASE);
}

static void uring_relay(void) {
    struct io_uring_params wanted = {
        .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL | IORING_SETUP_NO_SQARRAY};
    struct ring ring = {.descriptor = syscall(SYS_io_uring_setup, ENTRIES, &wanted)};
    if (ring.descriptor < 0) {
        fail("io_uring_setup");
    }
    char *shared = mmap(NULL, wanted.cq_off.cqes + wanted.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_POPULATE, ring.descriptor, IORING_OFF_SQ_RING);
    ring.operations = mmap(NULL, wanted.sq_entries * sizeof(struct io_uring_sqe), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                           ring.descriptor, IORING_OFF_SQES);
    struct io_uring_buf_ring *buffers = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || ring.operations == MAP_FAILED || buffers == MAP_FAILED) {
        fail("mmap");
    }
    ring.submitted = (unsigned *) (shared + wanted.sq_off.tail);
    ring.seen = (unsigned *) (shared + wanted.cq_off.head);
    ring.completed = (unsigned *) (shared + wanted.cq_off.tail);
    ring.completions = (struct io_uring_cqe *) (shared + wanted.cq_off.cqes);
    ring.mask = wanted.sq_entries - 1;
    ring.completion_mask = wanted.cq_entries - 1;
    struct {
        unsigned long address;
        unsigned entries;
        unsigned short group, flags;
        unsigned long unused[3];
    } registration = {.address = (unsigned long) buffers, .entries = BUFFERS, .flags = IOU_PBUF_RING_INC};
    if (syscall(SYS_io_uring_register, ring.descriptor, IORING_REGISTER_PBUF_RING, &registration, 1) < 0) {
        fail("a ring of buffers");
    }
    char *memory = buffers_of(BUFFERS);
    for (int id = 0; id < BUFFERS; id++) {
        received_into[id] = memory + (size_t) id * BUFFER;
        provide(buffers, id);
    }
    operation(&ring, IORING_OP_ACCEPT, listener, LISTENER)->ioprio = IORING_ACCEPT_MULTISHOT;
    int full[BUFFERS];
    static int parted[MOST_SOCKETS];
    int parted_count = 0;
    for (;;) {
        unsigned count = 0;
        int full_count = 0;
        static unsigned handed_over;
        __atomic_store_n(ring.submitted, ring.written, __ATOMIC_RELEASE);
        int entered = syscall(SYS_io_uring_enter, ring.descriptor, ring.written - handed_over, 1, IORING_ENTER_GETEVENTS, NULL, 0);
        if (entered < 0 && errno != EINTR) {
            fail("io_uring_enter");
        }
        handed_over += entered < 0 ? 0 : entered;
        /* A send to it may have waited in the ring until now; a descriptor that was closed before could have been another socket's by then. */
        for (; parted_count > 0 && ring.written == handed_over; parted_count--) {
            close(parted[parted_count - 1]);
        }
        unsigned completed = __atomic_load_n(ring.completed, __ATOMIC_ACQUIRE);
        for (unsigned at = *ring.seen; at != completed; at++, count++) {
            struct io_uring_cqe *cqe = &ring.completions[at & ring.completion_mask];
            int from = (int) cqe->user_data;
            if (cqe->flags & IORING_CQE_F_NOTIF) {
                /* A send without a copy is over: what it read from may be filled again. */
                int id = (int) (cqe->user_data >> 33 & (BUFFERS - 1));
                if (--unfinished[id] == 0 && is_full[id]) {
                    provide(buffers, id);
                }
            } else if (cqe->user_data >> 32) {
                bool whole = cqe->res == (int) (cqe->user_data >> 40);
                if (!whole && cqe->res != -EPIPE && cqe->res != -ECONNRESET) {
                    errno = cqe->res < 0 ? -cqe->res : EAGAIN;
                    fail("send");
                }
            } else if (from == LISTENER) {
                if (cqe->res < 0 || !(cqe->flags & IORING_CQE_F_MORE)) {
                    errno = -cqe->res;
                    fail("accept");
                }
                receive(&ring, dial(cqe->res));
                receive(&ring, cqe->res);
            } else if (cqe->flags & IORING_CQE_F_BUFFER) {
                int id = cqe->flags >> IORING_CQE_BUFFER_SHIFT;
                if (peer[from] >= 0) {
                    /* Completes only when the socket does not take all of it at once. */
                    bool uncopied = zerocopy && cqe->res >= ZEROCOPY_FROM;
                    struct io_uring_sqe *sqe = operation(&ring, uncopied ? IORING_OP_SEND_ZC : IORING_OP_SEND, peer[from],
                                                         (unsigned long) cqe->res << 40 | (unsigned long) id << 33 | 1UL << 32 | (unsigned) peer[from]);
                    sqe->flags = uncopied ? 0 : IOSQE_CQE_SKIP_SUCCESS;
                    unfinished[id] += uncopied;
                    sqe->addr = (unsigned long) (received_into[id] + used[id]);
                    sqe->len = cqe->res;
                    sqe->msg_flags = MSG_NOSIGNAL | MSG_DONTWAIT | MSG_WAITALL;
                }
                used[id] += cqe->res;
                if (!(cqe->flags & IORING_CQE_F_BUF_MORE)) {
                    full[full_count++] = id;
                }
                if (!(cqe->flags & IORING_CQE_F_MORE)) {
                    receive(&ring, from);
                }
            } else if (cqe->res == -ENOBUFS) {
                receive(&ring, from);
            } else {
                part(from);
                parted[parted_count++] = from;
            }
        }
        __atomic_store_n(ring.seen, completed, __ATOMIC_RELEASE);
        if (full_count > 0) {
            /* The sends read these buffers: they are free after the kernel has done the sends. */
            __atomic_store_n(ring.submitted, ring.written, __ATOMIC_RELEASE);
            entered = syscall(SYS_io_uring_enter, ring.descriptor, ring.written - handed_over, 0, 0, NULL, 0);
            if (entered < 0 || ring.written != (handed_over += entered)) {
                fail("io_uring_enter");
            }
            for (int i = 0; i < full_count; i++) {
                is_full[full[i]] = true;
                if (unfinished[full[i]] == 0) {
                    provide(buffers, full[i]);
                }
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: relay MODE PORT BACKEND-PORT\n");
        return 2;
    }
    const char *variant = strchr(argv[1], '-');
    size_t kind = variant == NULL ? strlen(argv[1]) : (size_t) (variant - argv[1]);
    bool uring = kind == 5 && strncmp(argv[1], "uring", kind) == 0;
    spliced = strcmp(argv[1], "splice") == 0;
    mapped = strcmp(argv[1], "sockmap") == 0;
    quickack = strcmp(argv[1], "epoll-quickack") == 0;
    busy_poll = strcmp(argv[1], "epoll-busypoll") == 0;
    huge_pages = variant != NULL && strcmp(variant, "-hugepages") == 0;
    zerocopy = variant != NULL && strcmp(variant, "-zerocopy") == 0;
    if (!uring && !spliced && !mapped && !(kind == 5 && strncmp(argv[1], "epoll", kind) == 0)) {
        fprintf(stderr, "relay: %s is no mode; see the head of relay.c\n", argv[1]);
        return 2;
    }
    if (variant != NULL && !quickack && !busy_poll && !huge_pages && !zerocopy) {
        fprintf(stderr, "relay: %s is no mode; see the head of relay.c\n", argv[1]);
        return 2;
    }
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[2])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    backend.sin_port = htons(atoi(argv[3]));
    backend.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1;
    signal(SIGPIPE, SIG_IGN);
    if (mapped) {
        make_map();
    }
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) < 0 || listen(listener, 8192) < 0) {
        fail("cannot listen");
    }
    printf("ready %s\n", argv[2]);
    fflush(stdout);
    uring ? uring_relay() : epoll_relay();
}
