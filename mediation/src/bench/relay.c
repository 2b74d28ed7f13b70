/*
 * The floor of every mediator: passes the bytes of each client on to a backend, and the backend's to the client, and looks at none of them.
 *
 *   cc -O2 -o relay mediation/src/bench/relay.c && ./relay epoll|uring PORT BACKEND-PORT
 *
 * One thread; loopback only; one connection to the backend for each client. A receiver that is full (which wrk and the backend are not) stops the
 * process with a message, so that no figure is made of a relay that loses bytes. uring: Linux 6.12 or newer.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

enum { MOST_SOCKETS = 65536, BUFFER = 256 << 10, ENTRIES = 4096, BUFFERS = 64, LISTENER = 0 };

static int peer[MOST_SOCKETS];
static struct sockaddr_in backend = {.sin_family = AF_INET};
static int listener;

static void fail(const char *what) {
    fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void without_delay(int socket) {
    int on = 1;
    if (setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) {
        fail("TCP_NODELAY");
    }
}

/* Connects to the backend for a client. */
static int dial(int client) {
    int other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (other < 0 || other >= MOST_SOCKETS || connect(other, (struct sockaddr *) &backend, sizeof backend) < 0) {
        fail("no connection to the backend");
    }
    without_delay(client);
    without_delay(other);
    peer[client] = other;
    peer[other] = client;
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

static void epoll_relay(void) {
    static char bytes[BUFFER];
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
                for (int j = 0; j < 2; j++) {
                    event.data.fd = pair[j];
                    if (epoll_ctl(epoll, EPOLL_CTL_ADD, pair[j], &event) < 0) {
                        fail("epoll_ctl");
                    }
                }
                continue;
            }
            ssize_t received = recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
            if (received <= 0) {
                if (received == 0 || errno != EAGAIN) {
                    part(from);
                    close(from);
                }
                continue;
            }
            if (peer[from] >= 0 && send(peer[from], bytes, received, MSG_NOSIGNAL) != received && errno != EPIPE && errno != ECONNRESET) {
                fail("send");
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

static void provide(struct io_uring_buf_ring *buffers, int id) {
    struct io_uring_buf *entry = &buffers->bufs[buffers->tail & (BUFFERS - 1)];
    entry->addr = (unsigned long) received_into[id];
    entry->len = BUFFER;
    entry->bid = id;
    used[id] = 0;
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
    for (int id = 0; id < BUFFERS; id++) {
        received_into[id] = malloc(BUFFER);
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
            if (cqe->user_data >> 32) {
                if (cqe->res != -EPIPE && cqe->res != -ECONNRESET) {
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
                    struct io_uring_sqe *sqe = operation(&ring, IORING_OP_SEND, peer[from], 1UL << 32 | (unsigned) peer[from]);
                    sqe->flags = IOSQE_CQE_SKIP_SUCCESS;
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
                provide(buffers, full[i]);
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: relay epoll|uring PORT BACKEND-PORT\n");
        return 2;
    }
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[2])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    backend.sin_port = htons(atoi(argv[3]));
    backend.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) < 0 || listen(listener, 8192) < 0) {
        fail("cannot listen");
    }
    printf("ready %s\n", argv[2]);
    fflush(stdout);
    strcmp(argv[1], "uring") == 0 ? uring_relay() : epoll_relay();
}
